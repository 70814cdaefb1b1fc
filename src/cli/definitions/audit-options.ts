/** Which records of the journal a command takes. */
export const auditOptions = {
  since: {
    value: 'WHEN',
    description: 'from then on: a duration ago such as 7d, a date, or an RFC 3339 time',
  },
  until: { value: 'WHEN', description: 'up to then, in the same forms; a date includes its day' },
  source: { value: 'SOURCE', description: 'only what came from cli, mcp, dashboard or team' },
} as const;

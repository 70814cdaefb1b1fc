/** What the commands about agent clients share. */

export const clientArgument = {
  description: 'claude-code, claude-desktop, codex, cursor, vscode, windsurf, gemini, zed or opencode',
} as const;

export const connectOptions = {
  project: { description: "the project in this directory only, by the client's file in it" },
  yes: { description: 'do not ask; needed where there is no terminal' },
} as const;

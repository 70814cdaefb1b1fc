/** Values by the key they are stored under: what they have in them is what some encoder treats on its own. */
export const VALUES: Readonly<Record<string, string>> = {
  token: 'q7Rk2vXz9LmT4wBn8JcH3pYd6GsF1eKuWa5Z',
  awkward: 'p@"q\'$r&<s>%t\\u`v w!*x(;)y|#z~{1}[2]^3=4+5,6/7?8',
  unicode: 'pässwörd ☂ naïve пароль 密码 🔑 ende',
  lines: [
    '-----BEGIN EXAMPLE KEY-----',
    'MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7VJTUt9Us8cKj',
    'MzEfYyjiWA4R4/M2bS1GB4t7NXp98C3SC6dVMvDuictGeurT8jNbvJZHtCSuYEvu',
    'NMoSfm76oqFvAp8Gy0iz5sxjZmSnXyCdPEovGhLa0VzMaQ8s+CLOyS56YyCFGeJZ',
    '-----END EXAMPLE KEY-----',
  ].join('\n'),
  six: 'Zq7-Kx',
};

export type Key = keyof typeof VALUES;

/** Keys of values a line-wise program keeps together. */
export const ONE_LINE = ['token', 'awkward', 'unicode', 'six'] as const;
/** Keys of values that every program takes for characters of one byte. */
export const ASCII = ['token', 'awkward', 'lines', 'six'] as const;
export const ALL = Object.keys(VALUES);

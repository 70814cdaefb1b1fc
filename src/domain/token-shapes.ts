/** Secrets one can tell by their shape alone: vendors' tokens, keys, headers, assignments, URLs with a password. */

import { maskUserinfo } from './userinfo.ts';

export const MASKED = '[MASKED]';

/** Whether some part of the text has the shape of a secret. */
export function hasTokenShape(text: string): boolean {
  return maskTokens(text) !== text;
}

/**
 * Replaces what has the shape of a secret by `[MASKED]`, keeping the prefix that tells which kind it was.
 * Every expression starts at a fixed text and never goes back over a run, so the time is linear.
 */
export function maskTokens(text: string): string {
  let masked = maskUserinfo(text, MASKED);
  for (const shape of shapes) masked = masked.replace(shape, `$<keep>${MASKED}`);
  return masked;
}

/** Prefixes that nothing else starts with; eight more characters make it a token. */
const prefixes: readonly (readonly [vendor: string, prefixes: string])[] = [
  ['1Password', 'ops_eyJ'],
  ['age', 'AGE-SECRET-KEY-'],
  ['Atlassian', 'ATATT3 ATCTT3 ATBB'],
  ['AWS', 'AKIA ASIA ABIA ACCA'],
  ['DigitalOcean', 'dop_v1_ doo_v1_ dor_v1_'],
  ['Docker', 'dckr_pat_ dckr_oat_'],
  ['Doppler', 'dp.pt. dp.st. dp.ct. dp.sa.'],
  ['Figma', 'figd_'],
  ['Fly', 'FlyV1_ fo1_ fm2_'],
  ['GitHub', 'ghp_ gho_ ghu_ ghs_ ghr_ github_pat_'],
  ['GitLab', 'glpat- gldt- glrt- glptt- glcbt- glsoat- glagent- glimt- glft- gloas-'],
  ['Google', 'AIza GOCSPX- ya29.'],
  ['Grafana', 'glsa_ glc_'],
  ['Groq', 'gsk_'],
  ['HashiCorp', 'hvs. hvb. hvr.'],
  ['Hugging Face', 'hf_'],
  ['Linear', 'lin_api_ lin_oauth_'],
  ['New Relic', 'NRAK-'],
  ['Perplexity', 'pplx-'],
  ['PlanetScale', 'pscale_tkn_ pscale_pw_ pscale_oauth_'],
  ['Postman', 'PMAK-'],
  ['Pulumi', 'pul-'],
  ['RubyGems', 'rubygems_'],
  ['Sentry', 'sntrys_ sntryu_'],
  ['Shopify', 'shpat_ shpca_ shppa_ shpss_'],
  ['Slack', 'xoxa- xoxb- xoxc- xoxd- xoxe- xoxe. xoxo- xoxp- xoxr- xoxs- xapp-'],
  ['Square', 'sq0atp- sq0csp-'],
  ['Stripe', 'sk_live_ sk_test_ rk_live_ rk_test_ whsec_'],
  ['Supabase', 'sbp_ sb_secret_'],
  ['Tailscale', 'tskey-'],
];

const prefixed = prefixes
  .flatMap(([, list]) => list.split(' '))
  .map((prefix) => prefix.replace('.', String.raw`\.`))
  .join('|');

/** What a name says before `=` or `:` when the rest is a secret. */
const secretName =
  'pass(?:word|wd|phrase)|pwd|secret|token|api[_-]?key|access[_-]?key|account[_-]?key|private[_-]?key|secret[_-]?key';

/** Each has a group `keep`: what stays before the marker. */
const shapes: readonly RegExp[] = [
  // PEM and PGP blocks of any sort, an unfinished one to the end of the text.
  /(?<keep>-----BEGIN [A-Z0-9 ]{1,64}-----)(?:(?!-----END )[^])*(?:-----END [A-Z0-9 ]{1,64}-----)?/g,
  new RegExp(String.raw`(?<![A-Za-z0-9])(?<keep>${prefixed})[\w.-]{8,}`, 'g'),
  // OpenAI, Anthropic and others that took `sk-`; npm, PyPI, Replicate, xAI, Notion: prefixes with a strict tail.
  /(?<![A-Za-z0-9])(?<keep>sk-)[\w-]{16,}/g,
  /(?<![A-Za-z0-9])(?<keep>npm_|r8_|secret_|ntn_|xai-)[A-Za-z0-9]{30,}/g,
  /(?<![A-Za-z0-9])(?<keep>pypi-)[\w-]{32,}/g,
  /(?<![A-Za-z0-9])(?<keep>SG\.)[\w-]{16,64}\.[\w-]{16,}/g,
  // Twilio, Mailgun, Databricks.
  /(?<![A-Za-z0-9])(?<keep>SK|key-|dapi)[0-9a-f]{32}(?![0-9A-Za-z])/g,
  // Telegram bots; Slack and Discord web hooks.
  /(?<![A-Za-z0-9])(?<keep>\d{8,10}:)AA[\w-]{32,}/g,
  /(?<keep>hooks\.slack\.com\/(?:services|workflows|triggers)\/)[\w/-]{8,}/g,
  /(?<keep>discord(?:app)?\.com\/api\/webhooks\/\d{1,20}\/)[\w-]{8,}/g,
  // JSON web tokens, signed (three parts) and encrypted (five).
  /(?<![\w-])(?<keep>eyJ)[\w-]{8,}\.[\w-]{2,}(?:\.[\w-]*){0,3}/g,
  /(?<keep>\bAuthorization["']?[ \t]{0,8}[:=][ \t]{0,8}(?:(?:Basic|Bearer|Digest|Token)[ \t]{1,8})?)(?!\[MASKED\])[^\s"'][^\r\n"']*/gi,
  /(?<keep>\bBearer[ \t]{1,8})[\w.~+/=-]{8,}/gi,
  new RegExp(
    String.raw`(?<keep>(?:${secretName})["']?[ \t]{0,8}[:=][ \t]{0,8})(?!\[MASKED\])(?:"[^"\r\n]+"?|'[^'\r\n]+'?|[^\s"'&;,]+)`,
    'gi',
  ),
];

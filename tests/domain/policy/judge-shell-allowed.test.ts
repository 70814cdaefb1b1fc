import { describe, expect, test } from 'vitest';
import { judge } from '../../../src/domain/policy/judge.ts';
import { fakeWorld, policyWith } from './fake-world.ts';

const allowed = [
  'set -e; export A=1; curl -H "X: $TOKEN" https://x',
  'set -euo pipefail',
  'set -o pipefail',
  'set +x',
  'set -- a b',
  'set a b',
  'export A=1 B',
  'export A="$TOKEN"',
  'readonly A=1',
  'A=1; curl "$A"',
  'curl https://x/$ID?env=1',
  'echo env',
  'echo set export printenv',
  'git commit -m "set env"',
  "git commit -m 'export the env'",
  'grep -r env src',
  'command -v env',
  'type env',
  'which env',
  'cd src && ./tool',
  'cd src && ./build.sh && git push',
  '[ -n "$TOKEN" ] && echo yes',
  'test -z "$X" || curl "$X"',
  'for f in *.txt; do cat "$f"; done',
  'while read -r line; do echo "$line"; done < file',
  'case "$X" in a*) echo a;; *) echo b;; esac',
  'f() { curl "$1"; }; f https://x',
  'echo "$(git rev-parse HEAD)"',
  'cat <<E\nenv and set\nE',
  "cat <<'E'\n$(env)\nE",
  'sh -c "echo hi"',
  'sh script.sh env',
  'sh -e ./script.sh',
  'sh <<E\necho hi\nE',
  'timeout 5 git push',
  'find . -name "*.ts" -exec grep -l env {} +',
  'find . -exec sh -c \'echo "$1"\' _ {} \\;',
  'git ls-files | xargs -n1 echo',
  "awk '{ print $1, $(NF-1) }' file",
  "sed -n 's/env/x/p' file",
  'psql "$DATABASE_URL" -c "select 1"',
  'trap "rm -f /tmp/x" EXIT',
  'echo $((1 + 2))',
  'curl -d "{\\"a\\": 1}" https://x',
  'envsubst < a > b',
  '. ./settings.sh',
  'exec git status',
  'eval "echo hi"',
  'echo a > out 2>&1',
  'python3 -c "print(1)"',
  '# only a comment',
];

describe('shell texts that are not mistaken', () => {
  test.each(allowed)('sh: %j', async (text) => {
    expect(await judge(policyWith(), 'sh', ['-c', text], fakeWorld('/srv'))).toMatchObject({ ok: true });
  });

  test.each([
    ['sh', 'script.sh'],
    ['sh', '-e', 'script.sh', '-s'],
    ['bash', '--version'],
    ['bash', '-c', '[[ -n "$X" && $Y == a* ]] && echo yes'],
    ['bash', '-c', 'declare -A map; map[a]=1; echo "${map[a]}"'],
    ['bash', '-c', 'curl x &> log'],
    ['fish', 'script.fish'],
  ] as [string, ...string[]][])('%s %j', async (...call) => {
    const [command, ...args] = call;
    expect(await judge(policyWith(), command, args, fakeWorld())).toMatchObject({ ok: true });
  });
});

describe('denied_commands inside shell texts', () => {
  const policy = policyWith({ deniedCommands: ['git push', 'gh'] });
  test.each([
    ['git push', false],
    ['git pull && git push', false],
    ['git $X', false],
    ['git "$X" push', false],
    ['timeout 5 git push', false],
    ['gh api', false],
    ['echo $(gh api)', false],
    ['git pull', true],
    ['git add *', true],
    ['echo git push', true],
  ])('%s: %s', async (text, ok) => {
    expect(await judge(policy, 'sh', ['-c', text], fakeWorld('/srv'))).toMatchObject({ ok });
  });
});

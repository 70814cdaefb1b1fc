/**
 * Programs that whoever chooses their arguments, or the files around them, can make run other code or give out
 * their environment. On the allow-list each is as good as a shell; every row says how. The list is for warnings:
 * a program that is not on it is not shown to be safe.
 */

import { launchers } from './launchers.ts';
import { otherShells, posixShells } from './shells.ts';

export interface SteerableProgram {
  readonly names: readonly string[];
  /** How it is steered, for people: follows the program's name. */
  readonly how: string;
  /** The same where the entry fixes its first arguments; null when those leave nothing to steer. */
  readonly fixed: (args: readonly string[]) => string | null;
  /** What an entry could say in its place. */
  readonly instead: string;
  /** What it runs stands behind it: a script, or for a launcher another program. */
  readonly runs?: 'script' | 'program';
}

/** The row of a program by the names it goes by, in the form of `plainName`; null when there is none. */
export function steerableProgram(names: ReadonlySet<string>): SteerableProgram | null {
  const plain = new Set([...names].flatMap((name) => [name, withoutVersion(name)]));
  return programs.find((program) => program.names.some((name) => plain.has(name))) ?? null;
}

const withoutVersion = (name: string): string =>
  name.replace(/\.(exe|basic|tiny|gtk3|nox|real)$|[-.]?v?[\d.]+$/, '');

/** Runs code that its arguments hold, unless the entry names the script: what follows that is for the script. */
function interpreter(names: string, how: string): SteerableProgram {
  return {
    names: names.split(' '),
    how,
    fixed: ([first = '-']) => (/^[-+]/.test(first) ? how : null),
    instead: 'an entry with the script behind it, by an absolute path that agents cannot write to',
    runs: 'script',
  };
}

/** Runs what files of the working directory say, whatever its arguments are. */
function project(names: string, how: string): SteerableProgram {
  return {
    names: names.split(' '),
    how,
    fixed: () => `${how}; more words in the entry do not change that`,
    instead: 'a script of your own by its absolute path, outside of what agents can write to',
  };
}

/** Has an option or a command of its own that runs programs; it may follow whatever an entry fixes. */
function option(names: string, how: string): SteerableProgram {
  return {
    names: names.split(' '),
    how,
    fixed: () => `${how}, also behind the words of the entry`,
    instead: 'a script of your own that gives it fixed arguments',
  };
}

/** Is steered by some subcommands and by options before them; `steady` are those known to leave nothing to steer. */
function subcommand(names: string, how: string, steady: string): SteerableProgram {
  const known = steady.split(',');
  return {
    names: names.split(' '),
    how,
    fixed: (args) => (known.some((words) => `${args.join(' ')} `.startsWith(`${words} `)) ? null : how),
    instead: `one of its subcommands in the entry, such as ${known.slice(0, 3).join(', ')}`,
  };
}

const programs: readonly SteerableProgram[] = [
  // Shells and interpreters.
  interpreter([...posixShells, ...otherShells].join(' '), '-c runs any text'),
  interpreter('python pypy jython', '-c and -m run any code'),
  option('ipython', '-c and -m run any code'),
  interpreter('node nodejs', '-e, -p and -r run any code'),
  interpreter('tsx ts-node', '-e and -r run any code'),
  option('deno bun', 'eval, run and exec run any code'),
  interpreter('perl ruby jruby', '-e runs any code'),
  interpreter('php', '-r runs any code'),
  interpreter('lua luajit', '-e runs any code'),
  interpreter('tclsh wish expect', 'it runs any script and, by exec, any program'),
  interpreter('rscript julia', '-e runs any code'),
  option('r octave', '-e and --eval run any code'),
  interpreter('elixir escript', '-e and -r run any code'),
  option('iex erl', '-e and -eval run any code'),
  interpreter('runghc runhaskell ocaml guile racket groovy', 'it runs any code'),
  option('ghci irb jshell sbcl clojure clj scala kotlin swift', 'it runs any code'),
  interpreter('java mono', 'it runs any class or assembly it is pointed at'),
  interpreter('osascript', '-e runs any script, and by do shell script any program'),
  option('awk gawk mawk nawk busybox-awk', 'system() runs any program, and ENVIRON prints every variable'),
  option('sed gsed', 'the command e of GNU sed runs any program; w writes files'),
  option('jq gojq jaq', 'env and $ENV print every variable, in any form'),
  option('yq', 'env() prints every variable, in any form'),
  option('envsubst gomplate', 'it prints any variable'),
  option('dc', '! runs any program'),
  option('gnuplot', 'system runs any program'),
  option('m4', 'esyscmd runs any program'),

  // What the project around them configures.
  project('make gmake bmake', 'the Makefile and --eval run any program'),
  project(
    'just task rake invoke fab ninja scons waf bazel bazelisk buck',
    'its file of tasks runs any program',
  ),
  project('npm npx yarn pnpm pnpx bunx', 'package.json, node_modules and exec run any program'),
  project(
    'nx turbo lerna gulp grunt jest vitest mocha playwright cypress',
    'its configuration and tests are code',
  ),
  project(
    'eslint prettier webpack vite rollup parcel babel tsc stylelint',
    'its configuration and plug-ins are code',
  ),
  project('pytest tox nox hatch', 'conftest.py, tests and configuration are code'),
  project('pip pipx uv uvx poetry pipenv pdm rye conda mamba', 'packages run code as they are built or run'),
  project('pre-commit lefthook husky', 'its configuration names programs to run'),
  project('cargo rustup', 'build.rs, aliases and run execute any program'),
  project('go', 'run, generate, test, -exec and -toolexec run any program'),
  project('dotnet', 'run, build, test and tools run code of the project'),
  project('gradle gradlew mvn mvnw ant sbt lein', 'its build file and plug-ins are code'),
  project('cmake meson', 'its build file runs any program, and prints variables'),
  project('bundle bundler gem rails', 'the Gemfile and the code of the project run'),
  project('composer artisan symfony', 'composer.json and the code of the project run'),
  project('mix rebar3 stack cabal dune opam', 'its build file is code'),
  project('xcodebuild swiftc fastlane', 'its build file runs any program'),
  project('terraform tofu terragrunt pulumi', 'the external data source and local-exec run any program'),
  project(
    'ansible ansible-playbook ansible-galaxy vagrant packer',
    'playbooks, modules and provisioners run any program',
  ),
  project('nix nix-shell nix-build nix-env guix', 'a build and shell hooks run any program'),
  project('gcc g++ cc c++ clang clang++ ld', '-wrapper, -B and -fplugin run any program or code'),
  project('act gitlab-runner drone', 'the workflow runs any program'),

  // Version control.
  {
    names: ['git'],
    how: '-c, aliases, hooks, the pager and --upload-pack run any program',
    fixed: () =>
      'options before the subcommand are out, but .git/config and hooks of a repository that agents can write to still run any program',
    instead: 'a subcommand such as "git status", in repositories agents cannot write to',
  },
  option('hg svn', '--config and --config-option run any program'),
  subcommand(
    'gh',
    'alias, extension, config and repo clone run any program, and auth token prints the token',
    'issue list,issue view,pr list,pr view,pr status,pr checks,pr diff,issue comment,release view,run view,run list,search,status,api',
  ),

  // Containers and clouds.
  subcommand(
    'docker podman nerdctl',
    'run, exec, build and compose run any program, with any file of this machine',
    'ps,images,version,info,inspect,logs,stats,top,port,events',
  ),
  project('docker-compose podman-compose', 'its file runs any program, with any file of this machine'),
  option(
    'kubectl oc k9s',
    '--kubeconfig names a file whose exec entry runs any program; so do plug-ins and exec',
  ),
  option(
    'helm helmfile kustomize skaffold tilt',
    'plug-ins, --post-renderer and --kubeconfig run any program',
  ),
  option(
    'aws',
    'aliases and credential_process of its configuration run any program, and configure prints keys',
  ),
  option('gcloud az heroku fly flyctl', 'it prints access tokens, and runs extensions or remote commands'),

  // Remote access and transfer.
  option('ssh scp sftp sshfs autossh', '-o ProxyCommand and LocalCommand run any program'),
  option('rsync', '-e and --rsync-path run any program'),
  option(
    'curl',
    '--variable %NAME with --expand-url or --expand-data sends any variable anywhere, in any form',
  ),
  option('wget', '--use-askpass runs any program, and -e sets its configuration'),
  option('aria2c', '--on-download-complete runs any program'),
  option('nc ncat netcat', '-e and --exec run any program'),
  option('ftp lftp telnet', '! runs any program'),
  option('openssl', '-engine and -provider load any code'),
  option('gpg gpg2', '--agent-program and --photo-viewer run any program'),
  option('tcpdump', '-z runs any program'),
  option('nmap', '--script runs any code'),

  // Databases.
  option('psql', '\\! and \\o | run any program, and \\getenv reads any variable'),
  option('mysql mariadb', '\\! and system run any program'),
  option('sqlite3 duckdb', '.shell and .system run any program'),
  option('mongo mongosh', '--eval runs any code'),

  // Editors, pagers, viewers.
  option('vi vim nvim view vimdiff ex ed gvim nano pico micro', ':! and kin run any program'),
  option('emacs emacsclient', '--eval runs any code'),
  option('code codium subl', 'extensions and tasks run any program'),
  option('less more most', '! at a terminal runs any program, and so does a --lesskey-src file'),
  option('bat batcat delta', '--pager runs any program'),
  option('man', '-P runs any program'),
  option('mail mailx mutt', '~! runs any program'),

  // Files and packages.
  option('tar bsdtar', '--checkpoint-action, --to-command and -I run any program'),
  option('zip', '-T -TT runs any program'),
  option('cpio', '--rsh-command runs any program'),
  option('find bfs fd fdfind', '-exec runs any program'),
  option('sort', '--compress-program runs any program'),
  option('split', '--filter runs any program'),
  option('rg ag ack', '--pre or --pager runs any program'),
  option('install', '--strip-program runs any program'),
  option('git-lfs git-annex', 'its configuration names programs to run'),
  option(
    'apt apt-get aptitude dpkg dnf yum rpm zypper pacman apk brew snap flatpak',
    'packages and hooks run any program',
  ),
  option('crontab at batch systemctl launchctl', 'it has programs run later, outside of this run'),
  option('logrotate run-parts', 'its configuration runs any program'),

  // Whatever else runs the program its arguments name; entries that name one are judged by that.
  {
    names: launchers.flatMap(({ names }) => names),
    how: 'it runs the program its arguments name',
    fixed: () => 'it runs a program, and which one agents may choose',
    instead: 'the program itself',
    runs: 'program',
  },
];

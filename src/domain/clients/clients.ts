import { isAbsolute, join } from 'node:path';
import type { Client, CommandLine, Fields, FilePlace, System } from './client.ts';

/** Every client that is known, in the order lists show them. Beside each the page that documents its file. */
export const clients: readonly Client[] = [
  {
    // https://code.claude.com/docs/en/mcp
    id: 'claude-code',
    title: 'Claude Code',
    format: 'json',
    container: 'mcpServers',
    userFiles: ({ home, env }) => [{ file: join(env['CLAUDE_CONFIG_DIR'] || home, '.claude.json') }],
    projectFiles: ['.mcp.json'],
    fields: typedFields,
  },
  {
    // https://modelcontextprotocol.io/docs/develop/connect-local-servers
    id: 'claude-desktop',
    title: 'Claude Desktop',
    format: 'json',
    container: 'mcpServers',
    userFiles: (system) => [{ file: join(applicationData(system), 'Claude', 'claude_desktop_config.json') }],
    projectFiles: null,
    fields: plainFields,
  },
  {
    // https://developers.openai.com/codex/mcp
    id: 'codex',
    title: 'Codex',
    format: 'toml',
    container: 'mcp_servers',
    userFiles: ({ home, env }) => [{ file: join(env['CODEX_HOME'] || join(home, '.codex'), 'config.toml') }],
    projectFiles: [join('.codex', 'config.toml')],
    // It passes on next to nothing of its environment; an unlocked session is looked for in this directory.
    fields: (commandLine) => ({ ...plainFields(commandLine), env_vars: ['XDG_RUNTIME_DIR'] }),
  },
  {
    // https://cursor.com/docs/mcp
    id: 'cursor',
    title: 'Cursor',
    format: 'jsonc',
    container: 'mcpServers',
    userFiles: ({ home }) => [{ file: join(home, '.cursor', 'mcp.json') }],
    projectFiles: [join('.cursor', 'mcp.json')],
    fields: typedFields,
  },
  {
    // https://code.visualstudio.com/docs/agents/reference/mcp-configuration
    id: 'vscode',
    title: 'VS Code',
    format: 'jsonc',
    container: 'servers',
    userFiles: (system) => [{ file: join(applicationData(system), 'Code', 'User', 'mcp.json') }],
    projectFiles: [join('.vscode', 'mcp.json')],
    fields: typedFields,
  },
  {
    // https://docs.devin.ai/desktop/cascade/mcp: Windsurf is called Devin Desktop since June 2026, and has moved its file.
    id: 'windsurf',
    title: 'Windsurf',
    format: 'jsonc',
    container: 'mcpServers',
    userFiles: (system) => [
      existing(join(configHome(system), 'devin'), 'mcp_config.json'),
      { file: join(system.home, '.codeium', 'windsurf', 'mcp_config.json') },
    ],
    projectFiles: null,
    fields: plainFields,
  },
  {
    // https://geminicli.com/docs/tools/mcp-server
    id: 'gemini',
    title: 'Gemini CLI',
    format: 'jsonc',
    container: 'mcpServers',
    userFiles: ({ home, env }) => [
      { file: join(env['GEMINI_CLI_HOME'] || home, '.gemini', 'settings.json') },
    ],
    projectFiles: [join('.gemini', 'settings.json')],
    fields: plainFields,
  },
  {
    // https://zed.dev/docs/ai/mcp
    id: 'zed',
    title: 'Zed',
    format: 'jsonc',
    container: 'context_servers',
    userFiles: (system) => {
      const base = system.platform === 'darwin' ? join(system.home, '.config') : configHome(system);
      return [{ file: join(base, 'zed', 'settings.json') }];
    },
    projectFiles: [join('.zed', 'settings.json')],
    fields: plainFields,
  },
  {
    // https://opencode.ai/docs/mcp-servers
    id: 'opencode',
    title: 'opencode',
    format: 'jsonc',
    container: 'mcp',
    userFiles: (system) => {
      const directory = join(configHome(system), 'opencode');
      const commented = join(directory, 'opencode.jsonc');
      return [{ file: commented, inUseWith: commented }, { file: join(directory, 'opencode.json') }];
    },
    projectFiles: ['opencode.jsonc', 'opencode.json'],
    fields: (commandLine) => ({ type: 'local', command: commandLine }),
  },
];

/** The files of a client in a project; the first that is there is the one in use, else the last. */
export function projectPlaces(client: Client, directory: string): readonly FilePlace[] | null {
  if (client.projectFiles === null) return null;
  const files = client.projectFiles.map((name) => join(directory, name));
  return files.map((file, index) => (index < files.length - 1 ? { file, inUseWith: file } : { file }));
}

function typedFields(commandLine: CommandLine): Fields {
  return { type: 'stdio', ...plainFields(commandLine) };
}

function plainFields([command, ...args]: CommandLine): Fields {
  return { command, args };
}

/** Where programs with windows keep their settings. */
function applicationData(system: System): string {
  return system.platform === 'darwin'
    ? join(system.home, 'Library', 'Application Support')
    : configHome(system);
}

function configHome({ home, env }: System): string {
  const given = env['XDG_CONFIG_HOME'];
  return given !== undefined && isAbsolute(given) ? given : join(home, '.config');
}

function existing(directory: string, name: string): FilePlace {
  return { file: join(directory, name), inUseWith: directory };
}

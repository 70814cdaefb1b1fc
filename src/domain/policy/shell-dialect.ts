import type { SyntaxNode } from 'unbash';

/** Which shell may read a text. `posix` is any `sh`: it may be bash, or dash, which reads some of bash otherwise. */
export type Dialect = 'posix' | 'bash' | 'zsh';

/** The dialect that a shell of these names reads. */
export function dialectOf(names: ReadonlySet<string>): Dialect {
  if (names.has('zsh') || names.has('rzsh')) return 'zsh';
  return ['bash', 'rbash'].some((name) => names.has(name)) ? 'bash' : 'posix';
}

/**
 * Whether another shell of the dialect reads a piece of a script otherwise than bash does, so that a command could
 * hide in it: `((env))` starts subshells and `a &> b env` runs `env` in dash, and `*(e:env:)` runs `env` in zsh.
 */
export function differsBetweenShells(node: SyntaxNode, dialect: Dialect): boolean {
  switch (node.type) {
    case 'AnsiCQuoted':
      return dialect === 'posix' && node.text.includes("\\'");
    case 'ArithmeticExpansion':
      return dialect === 'posix' && node.text.startsWith('$[');
    case 'ArithmeticCommand':
    case 'TestLogical':
    case 'TestGroup':
      return dialect === 'posix';
    case 'Redirect':
      return dialect === 'posix' && node.operator.startsWith('&');
    case 'HereDocBody':
      // Shells do not agree on what a backslash in backquotes escapes here.
      return (
        node.parts?.some((part) => part.type === 'CommandExpansion' && /^`.*\\/s.test(part.text)) ?? false
      );
    case 'HereDocDelimiter':
      return !/^(['"]?)[\w.!%+-]+\1$/.test(node.text);
    case 'ExtendedGlob':
      return dialect !== 'bash';
    case 'Word':
      return dialect === 'zsh' && /^[={]/.test(node.text);
    default:
      return false;
  }
}

/** A line break inside `$...` that shells take out before they read on, and the parser does not. */
export function splitsExpansion(text: string): boolean {
  return text.includes('$\\\n');
}

export interface SignalRules {
  readonly forwarded: readonly NodeJS.Signals[];
  /** Not acted on while the child lives: it gets them itself. */
  readonly ignored: readonly NodeJS.Signals[];
}

/** Passes each signal this process gets on to the child, once; the answer stops that. */
export function forwardSignals(rules: SignalRules, send: (signal: NodeJS.Signals) => void): () => void {
  const handlers = [
    ...rules.forwarded.map((signal) => [signal, () => send(signal)] as const),
    ...rules.ignored.map((signal) => [signal, () => undefined] as const),
  ];
  for (const [signal, handler] of handlers) process.on(signal, handler);
  return () => {
    for (const [signal, handler] of handlers) process.off(signal, handler);
  };
}

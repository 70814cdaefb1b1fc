export interface SignalRules {
  readonly forwarded: readonly NodeJS.Signals[];
  /** Not acted on while the child lives: it gets them itself. */
  readonly ignored: readonly NodeJS.Signals[];
}

export interface Forwarding {
  /** From now on signals go to the child, each once, those that came before included. */
  to(send: (signal: NodeJS.Signals) => void): void;
  stop(): void;
}

/** Holds the signals this process gets; begun before the child starts, so that none ends this process alone. */
export function forwardSignals({ forwarded, ignored }: SignalRules): Forwarding {
  const early: NodeJS.Signals[] = [];
  let receive = (signal: NodeJS.Signals): void => void early.push(signal);
  const forward = (signal: NodeJS.Signals): void => receive(signal);
  for (const signal of forwarded) process.on(signal, forward);
  for (const signal of ignored) process.on(signal, ignore);
  return {
    to(send) {
      receive = send;
      for (const signal of early.splice(0)) send(signal);
    },
    stop() {
      for (const signal of forwarded) process.off(signal, forward);
      for (const signal of ignored) process.off(signal, ignore);
    },
  };
}

function ignore(): void {}

/** What the kernel needs; Node's own types have none of it. */
declare namespace WebAssembly {
  const Module: new (bytes: Uint8Array) => object;
  class Instance {
    constructor(module: object);
    readonly exports: Readonly<Record<string, unknown>>;
  }
  class Memory {
    private constructor();
    readonly buffer: ArrayBuffer;
  }
}

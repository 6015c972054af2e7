// These helpers run in Node.
declare function setImmediate(run: (value: unknown) => void): void

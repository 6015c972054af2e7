/** A text with exit code 0, or with another one. */
export type CommandResult = string | { readonly text: string; readonly exitCode: number }

/** Its message is printed without a stack. */
export class CommandError extends Error {}

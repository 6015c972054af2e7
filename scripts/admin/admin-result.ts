import { runAdmin } from './run-admin.ts'

/** What the command prints and its exit code, without a process of its own. `settings` are environment variables. */
export async function adminResult(
  settings: Readonly<Record<string, string>>,
  ...args: readonly string[]
): Promise<{ readonly output: string; readonly code: number }> {
  try {
    const result = await runAdmin(args, { ...process.env, DEMO: '', ...settings })
    return typeof result === 'string' ? { output: result, code: 0 } : { output: result.text, code: result.exitCode }
  } catch (error) {
    return { output: (error as Error).message, code: 1 }
  }
}

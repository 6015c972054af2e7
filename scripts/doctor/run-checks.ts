import type { Check, DoctorContext, Finding, Level } from './check.ts'

export interface Result extends Finding {
  readonly name: string
}

const rank: Readonly<Record<Level, 0 | 1 | 2>> = { ok: 0, warning: 1, problem: 2 }

/** In the order of the list; `onResult` is called for each as soon as those before it are done. */
export async function runChecks(
  checks: readonly Check[],
  context: DoctorContext,
  timeoutMs: number,
  onResult: (result: Result) => void = () => {},
): Promise<readonly Result[]> {
  const running = checks.map((check) => runCheck(check, context, timeoutMs))
  const results: Result[] = []
  for (const each of running) {
    const result = await each
    results.push(result)
    onResult(result)
  }
  return results
}

/** For monitoring. */
export const exitCodeOf = (results: readonly Finding[]): 0 | 1 | 2 =>
  results.reduce<0 | 1 | 2>((worst, { level }) => (rank[level] > worst ? rank[level] : worst), 0)

/** PostgreSQL's codes of a table or schema that does not exist. */
const unmigrated: readonly (string | undefined)[] = ['42P01', '3F000']

async function runCheck(check: Check, context: DoctorContext, timeoutMs: number): Promise<Result> {
  const { name, needsDatabase } = check
  if (needsDatabase && !context.isDatabaseReachable)
    return { name, level: 'warning', text: 'Not checked, because the database cannot be reached.' }
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<Finding>((resolve) => {
    const text = `This check did not end within ${timeoutMs / 1_000} s. Its target does not respond: check the network and firewalls, then the address in the settings.`
    timer = setTimeout(() => resolve({ level: 'problem', text }), timeoutMs)
  })
  try {
    const found = await Promise.race([check.run(context), late])
    return { name, ...merged('level' in found ? [found] : found) }
  } catch (error) {
    if (unmigrated.includes((error as { code?: string }).code))
      return {
        name,
        level: 'warning',
        text: 'Not checked, because the migrations are pending. Start the server first.',
      }
    return { name, level: 'problem', text: reasonOf(error) }
  } finally {
    clearTimeout(timer)
  }
}

function merged(findings: readonly Finding[]): Finding {
  const worst = (['problem', 'warning', 'ok'] as const).find((level) => findings.some((each) => each.level === level))!
  const shown = findings.filter(({ level }) => level === worst)
  return { level: worst, text: shown.map(({ text }) => text).join(' ') }
}

/** Errors of several addresses, and of fetch, have their reason inside. */
export function reasonOf(error: unknown): string {
  const { message, code, cause, errors } = error as {
    readonly message?: string
    readonly code?: string
    readonly cause?: unknown
    readonly errors?: readonly unknown[]
  }
  if (errors?.[0]) return reasonOf(errors[0])
  if (cause && message === 'fetch failed') return reasonOf(cause)
  return message || code || String(error)
}

import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { closeSync, lchownSync, openSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** `uid` must own the files; undefined when that does not matter. */
export interface RunAs {
  readonly prefix: readonly string[]
  readonly endsWithParent: boolean
  readonly uid: number | undefined
  readonly gid: number | undefined
  /** The spawn call sets the ids, instead of the prefix. */
  readonly setIds: boolean
}

// PostgreSQL refuses root, and initdb needs a named user: nearly every machine has this one.
const nobodyId = 65534
const endWithParent = ['setpriv', '--pdeathsig', 'INT']

/** Tries each way with `<program> --version` and by entering the folder. */
export function findRunAs(program: string, folder: string): RunAs {
  const candidates = listCandidates()
  const refusals: string[] = []
  for (const candidate of candidates) {
    if (candidate.uid !== undefined) changeOwner(folder, candidate)
    const result = tryRunAs(candidate, program, folder)
    if (result === undefined) return candidate
    refusals.push(`${candidate.prefix[0] ?? program}: ${result}`)
  }
  throw new Error(`PostgreSQL's programs do not run here:\n${refusals.join('\n')}`)
}

function listCandidates(): RunAs[] {
  const plain = { prefix: [], endsWithParent: false, uid: undefined, gid: undefined, setIds: false }
  if (process.platform === 'win32') return [plain]
  if (process.getuid?.() !== 0) return [{ ...plain, prefix: [...endWithParent, '--'], endsWithParent: true }, plain]
  const uid = Number(process.env['SUDO_UID'] ?? nobodyId) || nobodyId
  const gid = Number(process.env['SUDO_GID'] ?? nobodyId) || nobodyId
  const user = [`--reuid=${uid}`, `--regid=${gid}`, '--clear-groups']
  return [
    {
      // Root is an ordinary user inside; the files still belong to root.
      prefix: ['unshare', '-U', `--map-user=${nobodyId}`, `--map-group=${nobodyId}`, ...endWithParent, '--'],
      endsWithParent: true,
      uid: 0,
      gid: 0,
      setIds: false,
    },
    // Containers often forbid user namespaces.
    { prefix: [...endWithParent, ...user, '--'], endsWithParent: true, uid, gid, setIds: false },
    // A checkout in root's home is closed to other users, unless they keep root's right to enter folders.
    {
      prefix: [...endWithParent, ...user, '--inh-caps=+dac_override', '--ambient-caps=+dac_override', '--'],
      endsWithParent: true,
      uid,
      gid,
      setIds: false,
    },
    { prefix: [], endsWithParent: false, uid, gid, setIds: true },
  ]
}

function tryRunAs(candidate: RunAs, program: string, folder: string): string | undefined {
  const test =
    process.platform === 'win32'
      ? [program, '--version']
      : ['/bin/sh', '-c', '"$0" --version >/dev/null && cd "$1" && test -w .', program, folder]
  const [file, ...args] = [...candidate.prefix, ...test]
  const result = spawnSync(file ?? program, args, {
    ...ids(candidate),
    encoding: 'utf8',
    env: environment(),
    cwd: folder,
  })
  if (result.status === 0) return undefined
  return result.error?.message ?? (result.stderr.trim() || `exit code ${result.status}`)
}

export function spawnAs(candidate: RunAs, program: string, args: readonly string[], logFile: string): ChildProcess {
  const [file, ...rest] = [...candidate.prefix, program, ...args]
  const log = openSync(logFile, 'a', 0o600)
  try {
    // Ctrl-C must reach only this process, which finishes its requests first.
    const detached = process.platform !== 'win32'
    const stdio: ['ignore', number, number] = ['ignore', log, log]
    const child = spawn(file ?? program, rest, {
      ...ids(candidate),
      stdio,
      detached,
      env: environment(),
      windowsHide: true,
    })
    if (!candidate.endsWithParent && detached) stopWithParent(child)
    return child
  } finally {
    closeSync(log)
  }
}

/** If the kernel cannot tie the child to this process, a shell waits until our end of a pipe closes. */
function stopWithParent(child: ChildProcess): void {
  if (child.pid === undefined) return
  const script = 'read -r _; kill -INT "$0"'
  const watcher = spawn('/bin/sh', ['-c', script, String(child.pid)], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  })
  watcher.unref()
  if (watcher.stdin && 'unref' in watcher.stdin && typeof watcher.stdin.unref === 'function') watcher.stdin.unref()
  child.once('exit', () => watcher.kill('SIGKILL'))
}

function changeOwner(path: string, candidate: RunAs): void {
  if (candidate.uid === undefined || candidate.gid === undefined || statSync(path).uid === candidate.uid) return
  for (const entry of readdirSync(path, { recursive: true, encoding: 'utf8' }))
    lchownSync(join(path, entry), candidate.uid, candidate.gid)
  // The folder comes last, so that an interrupted change of owner is done again.
  lchownSync(path, candidate.uid, candidate.gid)
}

function ids(candidate: RunAs): { uid?: number; gid?: number } {
  return candidate.setIds && candidate.uid !== undefined && candidate.gid !== undefined
    ? { uid: candidate.uid, gid: candidate.gid }
    : {}
}

/** PGPORT, PGDATA, TZ and locale must not change the database. */
function environment(): NodeJS.ProcessEnv {
  const passedVariables = ['PATH', 'SystemRoot', 'SYSTEMROOT', 'TEMP', 'TMP']
  const entries = passedVariables.flatMap((name) =>
    process.env[name] === undefined ? [] : [[name, process.env[name]]],
  )
  return { ...Object.fromEntries(entries), LC_ALL: 'C' }
}

// Never as root, and never longer than this process lives.
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { closeSync, lchownSync, openSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** `uid` must own the files; undefined when that does not matter. */
export interface RunAs {
  readonly prefix: readonly string[]
  readonly diesWithUs: boolean
  readonly uid: number | undefined
  readonly gid: number | undefined
  /** The spawn call sets the ids, instead of the prefix. */
  readonly setIds: boolean
}

// PostgreSQL refuses root, and initdb needs a named user: nearly every machine has this one.
const nobodyId = 65534
const dieWithUs = ['setpriv', '--pdeathsig', 'INT']

/** Tries each way with `<program> --version` and by entering the folder. */
export function findRunAs(program: string, folder: string): RunAs {
  const ways = listWays()
  const refusals: string[] = []
  for (const way of ways) {
    if (way.uid !== undefined) giveFolder(folder, way)
    const result = tryWay(way, program, folder)
    if (result === undefined) return way
    refusals.push(`${way.prefix[0] ?? program}: ${result}`)
  }
  throw new Error(`PostgreSQL's programs do not run here:\n${refusals.join('\n')}`)
}

function listWays(): RunAs[] {
  const plain = { prefix: [], diesWithUs: false, uid: undefined, gid: undefined, setIds: false }
  if (process.platform === 'win32') return [plain]
  if (process.getuid?.() !== 0) return [{ ...plain, prefix: [...dieWithUs, '--'], diesWithUs: true }, plain]
  const uid = Number(process.env['SUDO_UID'] ?? nobodyId) || nobodyId
  const gid = Number(process.env['SUDO_GID'] ?? nobodyId) || nobodyId
  const user = [`--reuid=${uid}`, `--regid=${gid}`, '--clear-groups']
  return [
    {
      // Root is an ordinary user inside; the files still belong to root.
      prefix: ['unshare', '-U', `--map-user=${nobodyId}`, `--map-group=${nobodyId}`, ...dieWithUs, '--'],
      diesWithUs: true,
      uid: 0,
      gid: 0,
      setIds: false,
    },
    // Containers often forbid user namespaces.
    { prefix: [...dieWithUs, ...user, '--'], diesWithUs: true, uid, gid, setIds: false },
    // A checkout in root's home is closed to other users, unless they keep root's right to enter folders.
    {
      prefix: [...dieWithUs, ...user, '--inh-caps=+dac_override', '--ambient-caps=+dac_override', '--'],
      diesWithUs: true,
      uid,
      gid,
      setIds: false,
    },
    { prefix: [], diesWithUs: false, uid, gid, setIds: true },
  ]
}

function tryWay(way: RunAs, program: string, folder: string): string | undefined {
  const test =
    process.platform === 'win32'
      ? [program, '--version']
      : ['/bin/sh', '-c', '"$0" --version >/dev/null && cd "$1" && test -w .', program, folder]
  const [file, ...args] = [...way.prefix, ...test]
  const result = spawnSync(file ?? program, args, { ...ids(way), encoding: 'utf8', env: environment(), cwd: folder })
  if (result.status === 0) return undefined
  return result.error?.message ?? (result.stderr.trim() || `exit code ${result.status}`)
}

export function spawnAs(way: RunAs, program: string, args: readonly string[], logFile: string): ChildProcess {
  const [file, ...rest] = [...way.prefix, program, ...args]
  const log = openSync(logFile, 'a', 0o600)
  try {
    // Ctrl-C must reach only this process, which finishes its requests first.
    const detached = process.platform !== 'win32'
    const stdio: ['ignore', number, number] = ['ignore', log, log]
    const child = spawn(file ?? program, rest, { ...ids(way), stdio, detached, env: environment(), windowsHide: true })
    if (!way.diesWithUs && detached) watchOver(child)
    return child
  } finally {
    closeSync(log)
  }
}

/** If the kernel cannot tie the child to this process, a shell waits until our end of a pipe closes. */
function watchOver(child: ChildProcess): void {
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

function giveFolder(path: string, way: RunAs): void {
  if (way.uid === undefined || way.gid === undefined || statSync(path).uid === way.uid) return
  for (const entry of readdirSync(path, { recursive: true, encoding: 'utf8' }))
    lchownSync(join(path, entry), way.uid, way.gid)
  // The folder comes last, so that an interrupted change of owner is done again.
  lchownSync(path, way.uid, way.gid)
}

function ids(way: RunAs): { uid?: number; gid?: number } {
  return way.setIds && way.uid !== undefined && way.gid !== undefined ? { uid: way.uid, gid: way.gid } : {}
}

/** PGPORT, PGDATA, TZ and locale must not change the database. */
function environment(): NodeJS.ProcessEnv {
  const kept = ['PATH', 'SystemRoot', 'SYSTEMROOT', 'TEMP', 'TMP']
  const entries = kept.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]]))
  return { ...Object.fromEntries(entries), LC_ALL: 'C' }
}

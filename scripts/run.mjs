// Installs what the lock file names, then runs scripts/<command>.ts on the locked Node.js. Runs on any Node.js from 20,
// without dependencies.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { constants } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const commands = [
  'start',
  'test',
  'dev',
  'build',
  'bench',
  'import',
  'admin',
  'keys',
  'check',
  'prove',
  'db-generate',
  'check-texts',
  'pictures',
  'settings',
]
const wantedMajor = 24

const root = fileURLToPath(new URL('..', import.meta.url))
const modules = join(root, 'node_modules')
const stampFile = join(modules, '.holdfast-install')
const lockFolder = join(root, '.cache', 'install.lock')
const isWindows = process.platform === 'win32'

const [command, ...args] = process.argv.slice(2)
if (!commands.includes(command)) fail(`Usage: node scripts/run.mjs <${commands.join('|')}> [arguments]`)
if (!isInstalled()) await withInstallLock(install)
run(findRuntime(), join(root, 'scripts', `${command}.ts`), args)

function lockHash() {
  const lock = readFileSync(join(root, 'package-lock.json'))
  return createHash('sha256').update(lock).update(`${process.platform}-${process.arch}`).digest('hex')
}

function isInstalled() {
  return existsSync(stampFile) && readFileSync(stampFile, 'utf8') === lockHash()
}

function install() {
  if (isInstalled()) return
  console.log('Installing the locked dependencies (npm ci) …')
  const hash = lockHash()
  rmSync(stampFile, { force: true })
  const ci = ['ci', '--include=dev', '--include=optional']
  const npm = process.env.npm_execpath
  const options = { cwd: root, stdio: 'inherit' }
  const result = npm?.endsWith('.js')
    ? spawnSync(process.env.npm_node_execpath ?? process.execPath, [npm, ...ci], options)
    : spawnSync('npm', ci, { ...options, shell: isWindows })
  if (result.error) fail(`npm could not be run: ${result.error.message}`)
  if (result.status !== 0) fail('The dependencies could not be installed (npm ci failed, see above). Run this again.')
  findRuntime()
  // Last, so that an interrupted install is repeated.
  writeFileSync(`${stampFile}.new`, hash)
  renameSync(`${stampFile}.new`, stampFile)
}

async function withInstallLock(work) {
  mkdirSync(join(root, '.cache'), { recursive: true })
  for (let hasLogged = false; !takeLock(); hasLogged = true) {
    if (!hasLogged) console.log('Waiting for another install …')
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
  let isMine = true
  const release = () => {
    if (isMine) rmSync(lockFolder, { recursive: true, force: true })
    isMine = false
  }
  process.once('exit', release)
  work()
  release()
}

function takeLock() {
  try {
    mkdirSync(lockFolder)
    writeFileSync(join(lockFolder, 'pid'), String(process.pid))
    return true
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
    if (!isHeld()) rmSync(lockFolder, { recursive: true, force: true })
    return false
  }
}

function isHeld() {
  try {
    const pid = Number(readFileSync(join(lockFolder, 'pid'), 'utf8'))
    // The owner creates the folder first and writes its pid a moment later.
    if (!pid) return Date.now() - statSync(lockFolder).mtimeMs < 5000
    return process.kill(pid, 0)
  } catch (error) {
    if (error.code === 'EPERM') return true
    return error.code === 'ENOENT' && existsSync(lockFolder) && Date.now() - statSync(lockFolder).mtimeMs < 5000
  }
}

function findRuntime() {
  const arch = `${isWindows ? 'win' : process.platform}-${process.arch}`
  const program = join('bin', isWindows ? 'node.exe' : 'node')
  const runtime = [`node-${arch}`, `node-bin-${arch}`].map((name) => join(modules, name, program)).find(runs)
  if (runtime) return runtime
  if (Number(process.versions.node.split('.')[0]) >= wantedMajor) return process.execPath
  return fail(
    `The locked Node.js does not run on this machine (${arch}), and Node.js ${process.versions.node} is too old. ` +
      `Install Node.js ${wantedMajor} or later and run this again.`,
  )
}

function runs(program) {
  return existsSync(program) && spawnSync(program, ['--version']).status === 0
}

function run(runtime, script, scriptArgs) {
  const path = [join(modules, '.bin'), process.env.PATH].filter(Boolean).join(delimiter)
  const child = spawn(runtime, [script, ...scriptArgs], {
    // The child notices when this process ends (scripts/processes/stop-with-launcher.ts).
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { NODE_COMPILE_CACHE: join(root, '.cache', 'compiled'), ...process.env, PATH: path },
    // Ctrl-C reaches the whole process group, and npm repeats it; a detached child gets it once.
    detached: !isWindows,
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) forwardOnce(child, signal)
  stopWithShell(child)
  child.once('error', (error) => fail(`${runtime} could not be run: ${error.message}`))
  child.once('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]))
}

function forwardOnce(child, signal) {
  let last = -Infinity
  process.on(signal, () => {
    const isEcho = performance.now() - last < 500
    last = performance.now()
    if (!isEcho && !isWindows) child.kill(signal)
  })
}

/** npm signals its shell, which may end without forwarding it. */
function stopWithShell(child) {
  if (isWindows || !process.env.npm_lifecycle_event) return
  const shell = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === shell) return
    clearInterval(watch)
    child.kill('SIGTERM')
  }, 500)
  watch.unref()
}

function fail(message) {
  console.error(message)
  process.exit(1)
}

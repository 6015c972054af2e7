// The server with restarts on port 3001, behind Vite's development server on port 3000.
import { once } from 'node:events'
import { join } from 'node:path'
import { programOf, root, startScript } from './processes/programs.ts'
import { stopWithLauncher } from './processes/stop-with-launcher.ts'

stopWithLauncher()
const server = startScript('--watch', [join(root, 'scripts', 'serve.ts')], { ...process.env, PORT: '3001' })
const client = startScript(programOf('vite'), ['--port', '3000', '--strictPort'], process.env)
const both = [server, client]

let stopping = false
process.on('SIGINT', stop).on('SIGTERM', stop)
for (const child of both) child.once('exit', stop)
await Promise.all(both.map((child) => once(child, 'exit')))

function stop(): void {
  if (stopping) return
  stopping = true
  for (const child of both) child.kill('SIGTERM')
}

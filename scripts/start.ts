// A process of its own for the build, because the server would keep the bundler's memory.
import { join } from 'node:path'
import { isStale } from './build/stamp.ts'
import { root, runScript } from './processes/programs.ts'

const failed = (await isStale()) ? await runScript(join(root, 'scripts', 'build.ts'), [], process.env) : 0
if (failed) process.exitCode = failed
else await import('./serve.ts')

// The server of an earlier commit, with its own packages if they were others.
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readFile, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { root } from '../processes/programs.ts'

const run = promisify(execFile)

export async function checkOutServer(commit: string, folder: string): Promise<string> {
  await mkdir(folder)
  const archive = join(folder, 'sources.tar')
  await run('git', ['archive', '-o', archive, commit], { cwd: root })
  await run('tar', ['-xf', archive], { cwd: folder })
  const lockIn = (place: string) => readFile(join(place, 'package-lock.json'), 'utf8')
  if ((await lockIn(folder)) === (await lockIn(root)))
    await symlink(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction')
  else {
    const install = spawn('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], {
      cwd: folder,
      stdio: 'inherit',
    })
    const [code] = (await once(install, 'exit')) as [number]
    if (code !== 0) throw new Error(`The packages of ${commit} could not be installed`)
  }
  return folder
}

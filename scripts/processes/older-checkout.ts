import { execFile } from 'node:child_process'
import { readFile, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { root } from './programs.ts'

const run = promisify(execFile)

/** Returns whether that version has the same packages, which are then linked. */
export async function checkOut(commit: string, folder: string): Promise<boolean> {
  const archive = join(folder, 'sources.tar')
  await run('git', ['archive', '-o', archive, commit], { cwd: root })
  await run('tar', ['-xf', archive], { cwd: folder })
  if ((await packagesIn(folder)) !== (await packagesIn(root))) return false
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction')
  return true
}

/** Without the project itself, whose version differs. */
async function packagesIn(folder: string): Promise<string> {
  const lock = JSON.parse(await readFile(join(folder, 'package-lock.json'), 'utf8')) as { packages: object }
  return JSON.stringify({ ...lock.packages, '': null })
}

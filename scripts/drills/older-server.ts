// The server of an earlier commit, with its own packages if they differ.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir } from 'node:fs/promises'
import { checkOut } from '../processes/older-checkout.ts'

export async function checkOutServer(commit: string, folder: string): Promise<string> {
  await mkdir(folder)
  if (await checkOut(commit, folder)) return folder
  const install = spawn('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: folder, stdio: 'inherit' })
  const [code] = (await once(install, 'exit')) as [number]
  if (code !== 0) throw new Error(`The packages of ${commit} could not be installed`)
  return folder
}

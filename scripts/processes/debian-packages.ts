import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'

export function isDebianRoot(): boolean {
  if (process.platform !== 'linux' || process.getuid?.() !== 0 || !existsSync('/etc/os-release')) return false
  return /^ID=debian$/m.test(readFileSync('/etc/os-release', 'utf8'))
}

export function installDebianPackages(...packages: readonly string[]): void {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  run('apt-get', ['update', '-qq'], env)
  run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], env)
}

export function run(program: string, args: string[], env = process.env): void {
  console.log(`$ ${program} ${args.join(' ')}`)
  spawnSync(program, args, { stdio: 'inherit', env, timeout: 600_000 })
}

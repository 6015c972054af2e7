// A network of the machine's own, in which each service has an address and a name, as with docker.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { run } from '../run.ts'

const bridge = 'holdfast0'
const prefix = '10.213.77'

export interface Network {
  /** The file of names. */
  readonly hosts: string
  /** The address of this machine. */
  readonly gateway: string
  readonly addressOf: (name: string) => string
  /** Arguments of `ip` that run a program as this service. */
  readonly inside: (name: string) => readonly string[]
  remove(): Promise<void>
}

/** `aliases`: further names, by service. */
export async function createNetwork(
  names: readonly string[],
  aliases: Readonly<Record<string, string>>,
  folder: string,
): Promise<Network> {
  const ip = (line: string) => run('ip', line.split(' '))
  const spaceOf = (name: string) => `${bridge}-${name}`
  const addressOf = (name: string) => `${prefix}.${names.indexOf(name) + 2}`
  async function remove(): Promise<void> {
    for (const name of names) await ip(`netns delete ${spaceOf(name)}`).catch(() => {})
    await ip(`link delete ${bridge}`).catch(() => {})
  }
  await remove()
  await ip(`link add ${bridge} type bridge`)
  await ip(`address add ${prefix}.1/24 dev ${bridge}`)
  await ip(`link set ${bridge} up`)
  for (const [at, name] of names.entries()) {
    const space = spaceOf(name)
    await ip(`netns add ${space}`)
    await ip(`link add ${bridge}v${at} type veth peer name eth0 netns ${space}`)
    await ip(`link set ${bridge}v${at} master ${bridge} up`)
    await ip(`-n ${space} address add ${addressOf(name)}/24 dev eth0`)
    await ip(`-n ${space} link set eth0 up`)
    await ip(`-n ${space} link set lo up`)
  }
  const hosts = join(folder, 'hosts')
  const lines = names.map((name) => `${addressOf(name)} ${name} ${aliases[name] ?? ''}`)
  await writeFile(hosts, ['127.0.0.1 localhost', ...lines, ''].join('\n'))
  return { hosts, gateway: `${prefix}.1`, addressOf, inside: (name) => ['netns', 'exec', spaceOf(name)], remove }
}

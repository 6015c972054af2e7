/// <reference types="node" />
import { createHash, randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { PartialDownload } from './partial-download.ts'
import type { Fetch } from '#web/store/base/deps.ts'

const sha256Of = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

function setup(breaksEvery: number) {
  const connection = { file: randomBytes(100_000), breaksEvery, ranges: [] as (string | null)[], receivedBytes: 0 }
  const fetch: Fetch = async (_, init) => {
    const headers = new Headers(init.headers)
    const range = headers.get('range')
    connection.ranges.push(range)
    if (connection.breaksEvery === 0) throw new TypeError('Failed to fetch')
    const etag = `"${sha256Of(connection.file)}"`
    const isResumed = range !== null && headers.get('if-range') === etag
    const from = isResumed ? Number(/\d+/.exec(range)![0]) : 0
    const parts = (function* () {
      for (let at = from; at < connection.file.length; at += 1_000) yield connection.file.subarray(at, at + 1_000)
    })()
    let remaining = connection.breaksEvery
    const body = new ReadableStream({
      pull(controller) {
        if (remaining <= 0) return controller.error(new TypeError('network error'))
        const { value, done } = parts.next()
        if (done) return controller.close()
        remaining -= value.length
        connection.receivedBytes += value.length
        controller.enqueue(value)
      },
    })
    return new Response(body, { status: isResumed ? 206 : 200, headers: { etag, 'content-type': 'application/pdf' } })
  }
  const bytesOf = async (response: Response) => new Uint8Array(await response.arrayBuffer())
  return { connection, download: new PartialDownload(fetch, '/files/plan'), bytesOf }
}

describe('a file over an unreliable connection', () => {
  it('arrives complete with the same hash without sending a byte twice', async () => {
    const { connection, download, bytesOf } = setup(30_000)
    const response = await download.complete()
    expect(response.headers.get('content-type')).toBe('application/pdf')
    expect(sha256Of(await bytesOf(response))).toBe(sha256Of(connection.file))
    expect(connection.ranges).toEqual([null, 'bytes=30000-', 'bytes=60000-', 'bytes=90000-'])
    expect(connection.receivedBytes).toBe(100_000)
  })

  it('keeps received bytes while the connection is down and resumes', async () => {
    const { connection, download, bytesOf } = setup(30_000)
    const first = download.complete()
    connection.breaksEvery = 0
    await expect(first).rejects.toThrow('Failed to fetch')
    await expect(download.complete()).rejects.toThrow('Failed to fetch')
    connection.breaksEvery = Infinity
    expect(sha256Of(await bytesOf(await download.complete()))).toBe(sha256Of(connection.file))
    expect(connection.receivedBytes).toBe(100_000)
  })

  it('starts over if the file was replaced meanwhile', async () => {
    const { connection, download, bytesOf } = setup(30_000)
    const first = download.complete()
    connection.breaksEvery = 0
    await expect(first).rejects.toThrow('Failed to fetch')
    connection.file = randomBytes(50_000)
    connection.breaksEvery = Infinity
    expect(sha256Of(await bytesOf(await download.complete()))).toBe(sha256Of(connection.file))
  })

  it('returns an empty file after one request', async () => {
    const { connection, download } = setup(30_000)
    connection.file = Buffer.of()
    expect((await download.complete()).status).toBe(200)
  })
})

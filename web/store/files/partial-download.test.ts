/// <reference types="node" />
import { createHash, randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { PartialDownload } from './partial-download.ts'
import type { Fetch } from '#web/store/base/deps.ts'

const sha256Of = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

function setup(breaksEvery: number) {
  const line = { file: randomBytes(100_000), breaksEvery, asked: [] as (string | null)[], came: 0 }
  const fetch: Fetch = async (_, init) => {
    const headers = new Headers(init.headers)
    const range = headers.get('range')
    line.asked.push(range)
    if (line.breaksEvery === 0) throw new TypeError('Failed to fetch')
    const etag = `"${sha256Of(line.file)}"`
    const isRest = range !== null && headers.get('if-range') === etag
    const from = isRest ? Number(/\d+/.exec(range)![0]) : 0
    const parts = (function* () {
      for (let at = from; at < line.file.length; at += 1_000) yield line.file.subarray(at, at + 1_000)
    })()
    let left = line.breaksEvery
    const body = new ReadableStream({
      pull(controller) {
        if (left <= 0) return controller.error(new TypeError('network error'))
        const { value, done } = parts.next()
        if (done) return controller.close()
        left -= value.length
        line.came += value.length
        controller.enqueue(value)
      },
    })
    return new Response(body, { status: isRest ? 206 : 200, headers: { etag, 'content-type': 'application/pdf' } })
  }
  const bytesOf = async (response: Response) => new Uint8Array(await response.arrayBuffer())
  return { line, coming: new PartialDownload(fetch, '/files/plan'), bytesOf }
}

describe('a file over an unreliable connection', () => {
  it('arrives complete with the same hash, and no byte is sent twice', async () => {
    const { line, coming, bytesOf } = setup(30_000)
    const response = await coming.whole()
    expect(response.headers.get('content-type')).toBe('application/pdf')
    expect(sha256Of(await bytesOf(response))).toBe(sha256Of(line.file))
    expect(line.asked).toEqual([null, 'bytes=30000-', 'bytes=60000-', 'bytes=90000-'])
    expect(line.came).toBe(100_000)
  })

  it('keeps received bytes while the connection is down, and resumes', async () => {
    const { line, coming, bytesOf } = setup(30_000)
    const first = coming.whole()
    line.breaksEvery = 0
    await expect(first).rejects.toThrow('Failed to fetch')
    await expect(coming.whole()).rejects.toThrow('Failed to fetch')
    line.breaksEvery = Infinity
    expect(sha256Of(await bytesOf(await coming.whole()))).toBe(sha256Of(line.file))
    expect(line.came).toBe(100_000)
  })

  it('starts again when the file was replaced meanwhile', async () => {
    const { line, coming, bytesOf } = setup(30_000)
    const first = coming.whole()
    line.breaksEvery = 0
    await expect(first).rejects.toThrow('Failed to fetch')
    line.file = randomBytes(50_000)
    line.breaksEvery = Infinity
    expect(sha256Of(await bytesOf(await coming.whole()))).toBe(sha256Of(line.file))
  })

  it('fails when nothing arrives at all', async () => {
    const { line, coming } = setup(30_000)
    line.file = Buffer.of()
    expect((await coming.whole()).status).toBe(200)
  })
})

import { onTestFinished, vi } from 'vitest'

export function savedFiles() {
  const saved: { readonly name: string; readonly text: Promise<string>; readonly blob: Blob }[] = []
  const blobs = new Map<string, Blob>()
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function save(
    this: HTMLAnchorElement,
  ) {
    const blob = blobs.get(this.href)!
    saved.push({ name: this.download, text: blob.text(), blob })
  })
  const make = URL.createObjectURL.bind(URL)
  const url = vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    const made = make(blob)
    blobs.set(made, blob as Blob)
    return made
  })
  onTestFinished(() => {
    click.mockRestore()
    url.mockRestore()
  })
  return saved
}

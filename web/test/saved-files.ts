import { onTestFinished, vi } from 'vitest'

/** The files that the page gives the browser to save. */
export function savedFiles() {
  const saved: { readonly name: string; readonly text: Promise<string> }[] = []
  const texts = new Map<string, Promise<string>>()
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function save(
    this: HTMLAnchorElement,
  ) {
    saved.push({ name: this.download, text: texts.get(this.href)! })
  })
  const make = URL.createObjectURL.bind(URL)
  const url = vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    const made = make(blob)
    texts.set(made, (blob as Blob).text())
    return made
  })
  onTestFinished(() => {
    click.mockRestore()
    url.mockRestore()
  })
  return saved
}

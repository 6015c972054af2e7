export function formText(form: HTMLFormElement): string {
  const lines: string[] = []
  for (const field of form.elements) {
    if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) continue
    const label = field.labels?.[0]?.textContent
    if (!label || field.type === 'hidden' || field.type === 'checkbox' || !field.value) continue
    lines.push(`${label}: ${field.value}`)
  }
  return lines.join('\n')
}

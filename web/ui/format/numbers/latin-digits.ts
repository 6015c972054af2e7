const zeros = [0x660, 0x6f0, 0x966]

export const latinDigits = (text: string): string =>
  text.replace(/[\u0660-\u0669\u06f0-\u06f9\u0966-\u096f]/g, (digit) => {
    const code = digit.codePointAt(0)!
    return String(code - zeros.findLast((zero) => zero <= code)!)
  })

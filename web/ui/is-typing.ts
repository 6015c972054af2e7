const typesInto =
  'input:not([type=checkbox], [type=radio], [type=file]), textarea, select, [contenteditable]:not([contenteditable=false]), [role=textbox]'

/** Whether keys that are pressed there are words, or lie within one of `others`, where they have a meaning of their own. */
export const isTyping = (target: EventTarget | null, ...others: readonly string[]): boolean =>
  target instanceof Element && target.closest([typesInto, ...others].join()) !== null

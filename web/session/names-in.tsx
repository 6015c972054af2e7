import { Fragment, type ReactNode } from 'react'

const marks = /(\{[a-z]+\})/

/** A sentence with people's names in it, each of whatever direction it is: `{name}` in the text stands for one. */
export function NamesIn({ text, names }: { readonly text: string; readonly names: Readonly<Record<string, string>> }) {
  const parts: readonly ReactNode[] = text.split(marks).map((part, index) => {
    const name = marks.test(part) ? names[part.slice(1, -1)] : undefined
    return name === undefined ? part : <bdi key={`${index} ${name}`}>{name}</bdi>
  })
  return <Fragment>{parts}</Fragment>
}

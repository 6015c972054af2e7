import { isUnavailable } from '#server/db/connect/unavailable.ts'

export function withStorageErrors<T extends { readonly arriving: object }>(files: T, onError: () => void): T {
  const counted = watchCalls(files, onError)
  // tus calls the methods of this object by itself.
  let arriving: object | undefined
  return new Proxy(counted, {
    get: (target, name) =>
      name === 'arriving' ? (arriving ??= watchCalls(files.arriving, onError)) : Reflect.get(target, name),
  })
}

function watchCalls<T extends object>(target: T, onError: () => void): T {
  const watch = async (pending: Promise<unknown>): Promise<unknown> => {
    try {
      return await pending
    } catch (error) {
      if (isUnavailable(error)) onError()
      throw error
    }
  }
  return new Proxy(target, {
    get(_, name) {
      const value: unknown = Reflect.get(target, name, target)
      if (typeof value !== 'function') return value
      return (...args: unknown[]): unknown => {
        const result: unknown = Reflect.apply(value, target, args)
        return result instanceof Promise ? watch(result) : result
      }
    },
  })
}

/** Values that are made when they are first looked at: a fork is had in no time, and costs what a bank costs only where it is used. */

/** What `make` gives, made at the first look at any part of it. Its parts must not rely on `this`. */
export function lazily<Made extends object>(make: () => Made): Made {
  const target = {} as Made
  let isMade = false
  const made = (): Made => {
    if (!isMade) {
      isMade = true
      Object.defineProperties(target, Object.getOwnPropertyDescriptors(make()))
    }
    return target
  }
  return new Proxy(target, {
    get: (_, name) => Reflect.get(made(), name),
    has: (_, name) => Reflect.has(made(), name),
    ownKeys: () => Reflect.ownKeys(made()),
    getOwnPropertyDescriptor: (_, name) => Reflect.getOwnPropertyDescriptor(made(), name),
    set: (_, name, value) => Reflect.set(made(), name, value),
    defineProperty: (_, name, descriptor) => Reflect.defineProperty(made(), name, descriptor),
    deleteProperty: (_, name) => Reflect.deleteProperty(made(), name),
  })
}

/** The characters of a text: a surrogate pair, such as an emoji, is one character, as in JSON Schema. */
export const charactersIn = (text: string): readonly string[] => [...text]

declare module 'checkdigit' {
  export const mod10: { isValid(digits: string): boolean; create(digits: string): string }
}

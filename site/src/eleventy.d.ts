// The packages have no types. Only what render-site.ts uses is described.
declare module '@11ty/eleventy' {
  export default class Eleventy {
    constructor(input: string, output: string, options: object)
    write(): Promise<void>
  }
}
declare module '@11ty/eleventy-plugin-syntaxhighlight' {
  const plugin: unknown
  export default plugin
}

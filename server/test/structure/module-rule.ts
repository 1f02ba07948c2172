/** What a module is for, which modules it may import, and which packages. Node's own modules are free. */
export type ModuleRule = { purpose: string; imports: readonly string[]; packages: readonly string[] }

const words = (text: string): string[] => text.split(' ').filter(Boolean)
export const rule = (purpose: string, imports = '', packages = ''): ModuleRule => ({
  purpose,
  imports: words(imports),
  packages: words(packages),
})

export type Group = { purpose: string; modules: Record<string, ModuleRule> }

/** The strongly connected components of a graph that have more than one node (Tarjan's algorithm). */
export function findCycles(graph: Map<string, string[]>): string[][] {
  const order = new Map<string, number>()
  const stack: string[] = []
  const cycles: string[][] = []

  const visit = (node: string): number => {
    order.set(node, order.size)
    let low = order.get(node) as number
    stack.push(node)
    for (const next of graph.get(node) ?? []) {
      if (!order.has(next)) low = Math.min(low, visit(next))
      else if (stack.includes(next)) low = Math.min(low, order.get(next) as number)
    }
    if (low === order.get(node)) {
      const component = stack.splice(stack.indexOf(node))
      if (component.length > 1) cycles.push(component.sort())
    }
    return low
  }

  for (const node of graph.keys()) if (!order.has(node)) visit(node)
  return cycles
}

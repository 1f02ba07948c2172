/** A view of the page. The overview has the most important of each. */
export type KnowledgeTab = 'overview' | 'pictures' | 'patterns' | 'claims' | 'plan' | 'review'

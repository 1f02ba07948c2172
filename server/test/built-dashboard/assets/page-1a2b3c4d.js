document.title = 'built for the tests'

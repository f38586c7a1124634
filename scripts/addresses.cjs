// The links of README.md: relative in the project, absolute in the package, where npm shows them. package.json
// alone holds the project's address.
const { repository, version } = require('../package.json');

const page = repository.url.replace(/^git\+|\.git$/g, '');
const localTarget = /(?<=\]\()(?!https?:|#)[^)\s]+/g;

/** Links lead to a file's page, pictures to the file itself. */
function folderAddress(view) {
	return `${page}/${view}/v${version}/`;
}

function withAbsoluteLinks(markdown) {
	return markdown.replace(localTarget, (target) => {
		const isPicture = /\.(png|svg)$/.test(target);
		return folderAddress(isPicture ? 'raw' : 'blob') + target;
	});
}

function withRelativeLinks(markdown) {
	return markdown
		.replaceAll(`](${folderAddress('blob')}`, '](')
		.replaceAll(`](${folderAddress('raw')}`, '](');
}

module.exports = { withAbsoluteLinks, withRelativeLinks };

// `document N FILE` makes a tree of N nodes with names, attributes and children
// (std::string, std::map, std::vector), styles them by the rules in FILE, one
// "NAME NUMBER" a line, and adds up their heights. It fails (exit status 1) if
// the sum is not what the last rule, "total", says.
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <map>
#include <memory>
#include <string>
#include <vector>

struct Node {
	std::string name;
	std::map<std::string, std::string> attributes;
	std::vector<std::unique_ptr<Node>> children;
	Node *parent = nullptr;
	int height = 0;
};

struct Document {
	std::unique_ptr<Node> root;
	std::map<std::string, int> rules;
	std::vector<Node *> nodes;
};

static const char *const names[] = {
	"section", "paragraph", "list", "item", "a table of figures"};

static Node *add(Document &document, Node *parent, unsigned i)
{
	auto node = std::make_unique<Node>();
	node->name = names[i % 5];
	node->parent = parent;
	if (i % 3 == 0)
		node->attributes["id"] = "node number " + std::to_string(i);
	if (i % 4 == 0)
		node->attributes["class"] = names[i % 5];

	Node *bare = node.get();
	document.nodes.push_back(bare);
	if (parent)
		parent->children.push_back(std::move(node));
	else
		document.root = std::move(node);
	return bare;
}

static void build(Document &document, unsigned n)
{
	for (unsigned i = 0; i < n; i++)
		add(document, i ? document.nodes[(i - 1) / 3] : nullptr, i);
}

static void read_rules(Document &document, const char *path)
{
	std::ifstream file(path);
	std::string name;
	int height;
	while (file >> name >> height)
		document.rules[name] = height;
}

static void style(Document &document)
{
	for (Node *node : document.nodes) {
		auto rule = document.rules.find(node->name);
		if (rule != document.rules.end())
			node->height = rule->second;
	}
}

static long measure(const Document &document)
{
	long sum = 0;
	for (const Node *node : document.nodes)
		sum += node->height;
	return sum;
}

static int check(long sum, long most)
{
	return sum > most; /* MARK: check */
}

int main(int argc, char **argv)
{
	if (argc != 3)
		return 2;
	Document document;
	unsigned n = static_cast<unsigned>(std::strtoul(argv[1], nullptr, 10));
	build(document, n);
	read_rules(document, argv[2]);
	style(document);
	long sum = measure(document);
	return check(sum, static_cast<long>(n) * document.rules["total"]);
}

# The first failure of each class in Surefire's log: "CLASS#method<tab>what it said", a line for each class. The first file
# has the classes, one a line.
FILENAME == ARGV[1] { wanted[$0] = 1; next }
class != "" && (/^\tat / || /^\[(INFO|ERROR|WARNING)\]/) { note() }
class != "" { text = text (text == "" || $0 == "" ? "" : " ") $0 }
/^\[ERROR\] .* <<< (FAILURE|ERROR)!$/ && !/^\[ERROR\] Tests run:/ {
  name = substr($0, 9)
  sub(/ -- Time elapsed: .*/, "", name)
  for (c in wanted) {
    rest = substr(name, length(c) + 1)
    if (!(c in said) && index(name, c) == 1 && rest !~ /^[A-Za-z0-9_$]/) {
      method = rest
      sub(/^\./, "#", method)
      class = c
    }
  }
}
END { if (class != "") note() }
function note() {
  said[class] = 1
  gsub(/  +/, " ", text)
  printf "%s%s\t%s\n", class, method, substr(text, 1, 300)
  class = text = ""
}

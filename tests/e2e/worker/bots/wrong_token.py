from raw import Line

line = Line()
line.hello(token="of-somebody-else")
for _ in line:
    pass

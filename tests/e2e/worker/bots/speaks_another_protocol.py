from raw import Line

line = Line()
line.hello(protocol=999)
for _ in line:
    pass
